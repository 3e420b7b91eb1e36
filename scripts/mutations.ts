// The mutants of a file: copies with one operator, constant, condition or table row changed, each of which some test should notice.
import ts from 'typescript';

export interface Mutant {
  /** From 1. */
  readonly line: number;
  /** `< becomes <=`. */
  readonly change: string;
  readonly mutated: string;
  /** Where the body of the function begins in which the change is; undefined outside functions, and in tables. */
  readonly functionAt?: number | undefined;
  /** That is missing in a table of phrases. */
  readonly phrase?: string;
}

const OPERATORS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '+=': '-=',
  '-=': '+=',
};

/** Texts with a space are for people: a changed message is no changed behaviour. */
const CODE_WORD = /^[^\s]{1,20}$/;

/** The mutants of a TypeScript file. */
export function codeMutants(text: string): Mutant[] {
  const source = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true);
  const mutants: Mutant[] = [];
  const replace = (node: ts.Node, by: string): void => {
    const start = node.getStart(source);
    const before = text.slice(start, node.end);
    mutants.push({
      line: source.getLineAndCharacterOfPosition(start).line + 1,
      change: `${shortened(before)} becomes ${shortened(by)}`,
      mutated: text.slice(0, start) + by + text.slice(node.end),
      functionAt: bodyOf(node)?.getStart(source),
    });
  };
  const visit = (node: ts.Node): void => {
    const isElsewhere = ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node);
    if (isElsewhere || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const other = OPERATORS[node.operatorToken.getText(source)];
      if (other !== undefined) replace(node.operatorToken, other);
    } else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
      replace(node, node.operand.getText(source));
    } else if (ts.isIfStatement(node) || ts.isWhileStatement(node)) {
      replace(node.expression, 'false');
    } else if (ts.isConditionalExpression(node)) {
      replace(node.condition, `!(${node.condition.getText(source)})`);
    } else if (ts.isNumericLiteral(node)) {
      replace(node, String(Number(node.text) + 1));
    } else if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword) {
      replace(node, node.kind === ts.SyntaxKind.TrueKeyword ? 'false' : 'true');
    } else if (ts.isStringLiteral(node) && CODE_WORD.test(node.text) && !isName(node)) {
      replace(node, "''");
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return mutants;
}

/** The body of the innermost function around a node. */
function bodyOf(node: ts.Node): ts.Node | undefined {
  for (let inner = node, outer = node.parent; !ts.isSourceFile(outer); inner = outer, outer = outer.parent)
    if (ts.isFunctionLike(outer) && 'body' in outer && outer.body === inner) return inner;
  return undefined;
}

/** The code of a file which calls `globalThis.reached` with the file and the place of a body whenever its function runs. */
export function withProbes(path: string, text: string): string {
  const source = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true);
  const inserted: { readonly at: number; readonly code: string }[] = [];
  const visit = (node: ts.Node): void => {
    const start = node.getStart(source);
    const isBody = ts.isFunctionLike(node.parent) && 'body' in node.parent && node.parent.body === node;
    const call = `globalThis.reached?.('${path}:${start}')`;
    if (isBody) {
      if (ts.isBlock(node)) inserted.push({ at: start + 1, code: `${call};` });
      else inserted.push({ at: start, code: `(${call}, ` }, { at: node.end, code: ')' });
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  let code = '';
  let end = 0;
  for (const { at, code: probe } of inserted.sort((a, b) => a.at - b.at)) {
    code += text.slice(end, at) + probe;
    end = at;
  }
  return code + text.slice(end);
}

/** Whether a text names a property. */
function isName(node: ts.StringLiteral): boolean {
  return ts.isPropertyAssignment(node.parent) && node.parent.name === node;
}

/** A table without each of its rows. */
export function tableMutants(text: string): Mutant[] {
  const lines = text.split('\n');
  const isOfPhrases = lines[0].startsWith('phrase\t');
  return lines.flatMap((row, i) =>
    i === 0 || row === '' || row.startsWith('#')
      ? []
      : [
          {
            line: i + 1,
            change: `no row ${shortened(row.replaceAll('\t', ' '))}`,
            mutated: lines.toSpliced(i, 1).join('\n'),
            ...(isOfPhrases && { phrase: row.split('\t')[0] }),
          },
        ],
  );
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
