import { expect, test } from 'vitest';
import type { Parameter } from '../../src/wire/parameter.ts';
import { PARAMETERS, RouteQuery } from '../../src/wire/parameters.ts';

const HEAD = `# Parameters of \`GET /api/route\`

Written by \`npm run openapi\` from the rows of \`src/wire/parameters.ts\`. What goes for several of them is in [interface.md](interface.md).
`;

function describe([name, { schema, option, decisions }]: [string, Parameter<unknown>]): string {
  const {
    description,
    examples,
    enum: values,
  } = schema as unknown as {
    readonly description: string;
    readonly examples: readonly string[];
    readonly enum?: readonly string[];
  };
  const { required } = RouteQuery as unknown as { readonly required?: readonly string[] };
  const isRequired = required?.includes(name) === true;
  const flag = option?.name ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const shown = values?.filter((value) => value !== '').map((value) => `\`${value}\``);
  return [
    `\n## \`${name}\`${isRequired ? ' (required)' : ''}\n`,
    `${description}\n`,
    ...(decisions === undefined ? [] : [`${decisions}\n`]),
    ...(shown === undefined ? [] : [`* Values: ${shown.join(', ')}`]),
    `* Example: \`${examples[0]}\``,
    ...(option === undefined
      ? []
      : [`* Command line: \`--${flag}${option.value === undefined ? '' : ` ${option.value}`}\``]),
  ].join('\n');
}

test('docs/parameters.md says what the rows of the parameters say', async () => {
  const page = [HEAD, ...Object.entries<Parameter<unknown>>(PARAMETERS).map(describe)].join('\n');
  await expect(`${page}\n`).toMatchFileSnapshot('../../docs/parameters.md');
});

test('the portal names the parameters as their rows do', async () => {
  const rows = Object.entries<Parameter<unknown>>(PARAMETERS);
  const namesIn = (language: 'en' | 'nb') => [
    `  ${language}: {`,
    ...rows.map(([name, { words }]) => `    'parameter.${name}': '${words?.[language]}',`),
    '  },',
  ];
  const file = [
    '// @ts-check',
    '/** The names of parameters. Written by `npm run openapi` from the rows of `src/wire/parameters.ts`. */',
    'export const PARAMETER_NAMES = {',
    ...namesIn('en'),
    ...namesIn('nb'),
    '};',
  ].join('\n');
  await expect(`${file}\n`).toMatchFileSnapshot('../../portal/js/i18n/parameter-names.js');
});
