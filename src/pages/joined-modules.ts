// The modules of the page as one, in an order in which each comes after all that it imports. On a phone that is far away the
// time to load them was that of their round trips: 17 requests, several one after the other. Every module keeps a scope of
// its own. Only what our own sources use is known: named imports and exported declarations at the start of a line, as the
// compiler writes them. Anything else is refused, so nothing is joined wrongly.

const IMPORT = /^import \{ ([^}]+) \} from "(\.[^"]+)";$/gm;
const EXPORT = /^export (?=(?:async function|function|const|class) (\w+))/gm;

/** The start module at the end, as it is: it may await. `texts` are compiled modules, by path. */
export function joinModules(start: string, texts: ReadonlyMap<string, string>): string {
  const names = new Map<string, string>();
  const parts: string[] = [];

  /** The name that the module's exports have in the whole. */
  function add(path: string, importers: readonly string[] = []): string {
    const known = names.get(path);
    if (known !== undefined) return known;
    if (importers.includes(path)) throw new Error(`the search page's modules import in a circle: ${path}`);
    const text = texts.get(path);
    if (text === undefined) throw new Error(`the search page was built without '${path}'`);
    const exported: string[] = [];
    const body = text
      .replace(IMPORT, (_, imported: string, target: string) => {
        const from = new URL(target, `file:///${path}`).pathname.slice(1);
        return `const { ${imported} } = ${add(from, [...importers, path])};`;
      })
      .replace(EXPORT, (_, name: string) => {
        exported.push(name);
        return '';
      });
    if (/^(?:import|export)\b|\bimport\(/m.test(body)) {
      throw new Error(`'${path}' imports or exports in a way that the page's modules cannot be joined with`);
    }
    const name = `m${names.size}`;
    names.set(path, name);
    parts.push(
      path === start ? body : `const ${name} = (() => {\n${body}return { ${exported.join(', ')} };\n})();\n`,
    );
    return name;
  }

  add(start);
  return parts.join('');
}
