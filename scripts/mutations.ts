// The mutants of a file: copies with one operator, constant, condition or table row changed, each of which some test should notice.
import ts from 'typescript';

export interface Mutant {
  /** From 1. */
  readonly line: number;
  /** `< becomes <=`. */
  readonly change: string;
  readonly mutated: string;
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

/** Whether a text names a property. */
function isName(node: ts.StringLiteral): boolean {
  return ts.isPropertyAssignment(node.parent) && node.parent.name === node;
}

/** A table without each of its rows. */
export function tableMutants(text: string): Mutant[] {
  const lines = text.split('\n');
  return lines.flatMap((row, i) =>
    i === 0 || row === '' || row.startsWith('#')
      ? []
      : [
          {
            line: i + 1,
            change: `no row ${shortened(row.replaceAll('\t', ' '))}`,
            mutated: lines.toSpliced(i, 1).join('\n'),
          },
        ],
  );
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
