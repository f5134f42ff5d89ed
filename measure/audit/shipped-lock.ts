/** One row of the lock file: a package at a place in `node_modules`, or one of our folders. */
export interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly inBundle?: boolean;
}

/** The lock file. The place of our own package is the empty text. */
export interface Lock {
  readonly packages: Readonly<Record<string, Locked>>;
}

/** The manifest and the lock of the shipped packages, without those that only development needs. */
export function keepShipped(manifest: object, lock: Lock): { manifest: object; lock: Lock } {
  const rows = Object.entries(lock.packages).flatMap(([place, row]): [string, Locked][] => {
    if (place === '') return [[place, withoutDevelopment(row)]];
    return isShipped(place, row) ? [[place, row]] : [];
  });
  const packages = Object.fromEntries(rows);
  return { manifest: withoutDevelopment(manifest), lock: { ...lock, packages } };
}

/** Is a row a foreign package that an installation without development packages contains? */
export const isShipped = (place: string, { dev, link }: Locked): boolean =>
  place.includes('node_modules/') && dev !== true && link !== true;

const DEVELOPMENT = ['devDependencies', 'workspaces'];

const withoutDevelopment = (manifest: object): object =>
  Object.fromEntries(Object.entries(manifest).filter(([name]) => !DEVELOPMENT.includes(name)));
