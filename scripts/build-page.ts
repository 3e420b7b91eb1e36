// `npm run build:page`: bundles the scripts of the pages and the cards for browsers into dist/page, or the folder given. A module of plain
// data that is read from tables is evaluated here, and its values are bundled in its place.
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

await build({
  // By the names that they are served by.
  entryPoints: {
    page: 'src/pages/search/browser/search-script.ts',
    map: 'src/pages/search/browser/map.ts',
    'web-mcp': 'src/pages/search/browser/web-mcp.ts',
    car: 'src/pages/car/browser/car-script.ts',
    cards: 'src/pages/cards/browser/cards-script.ts',
  },
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2023',
  outdir: process.argv.at(2) ?? 'dist/page',
  logLevel: 'warning',
  plugins: [
    {
      name: 'evaluated',
      setup(bundle) {
        bundle.onLoad({ filter: /\/search-fields\.ts$/ }, async ({ path }) => {
          const values = (await import(pathToFileURL(path).href)) as object;
          const declarations = Object.entries(values).map(
            ([name, value]) => `export const ${name} = ${JSON.stringify(value)};`,
          );
          return { contents: declarations.join('\n') };
        });
      },
    },
  ],
});
