/** Resolves what is in `src/` to what is built of it in `dist/`. */
export async function resolve(specifier, context, next) {
  const found = await next(specifier, context);
  const [, root, path] = /^(.*)\/src\/(.*)\.ts$/.exec(found.url) ?? [];
  return root === undefined || root.includes('/node_modules/')
    ? found
    : { ...found, url: `${root}/dist/${path}.js`, format: 'module' };
}
