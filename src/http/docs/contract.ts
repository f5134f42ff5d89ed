/** What the page of the reference reads of the contract. */
export interface Contract {
  readonly info: { readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Answered>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  /** Empty: no key is needed. */
  readonly security: readonly unknown[];
  readonly parameters: readonly (Parameter | Ref)[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Answered | Ref>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly example?: string;
}

export interface Ref {
  readonly $ref: string;
}

interface Answered {
  readonly description: string;
  readonly content?: Readonly<Record<string, Content>>;
}

interface Content {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<
    Record<string, { readonly summary?: string; readonly value: unknown }>
  >;
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly examples?: readonly unknown[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** What stands behind a reference to a part of the contract, or the thing itself. */
export function follow<Part extends object>(
  thing: Part | Ref,
  parts: Readonly<Record<string, Part>>,
): Part | undefined {
  return '$ref' in thing && typeof thing.$ref === 'string'
    ? parts[nameOf(thing.$ref)]
    : (thing as Part);
}

/** The last part of `#/components/schemas/Route`. */
export const nameOf = (ref: string): string => ref.split('/').at(-1) ?? '';
