// For `node --import`: lets the conformance suite run in Node 20, whose `fs` has no `globSync`. The suite imports it for a command that
// is not used here.
import { register } from 'node:module';

const FS = asModule(`
  export * from 'node:fs';
  export { default } from 'node:fs';
  export const globSync = undefined;
`);

register(
  asModule(`
    export async function resolve(specifier, context, next) {
      const ours = specifier === 'fs' && context.parentURL?.includes('/@modelcontextprotocol/conformance/');
      return ours ? { url: ${JSON.stringify(FS)}, shortCircuit: true } : next(specifier, context);
    }
  `),
);

function asModule(text) {
  return `data:text/javascript,${encodeURIComponent(text)}`;
}
