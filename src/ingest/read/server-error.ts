// Recognizes a server's error message in the place of a feed, so that the operator sees its words.
import { quoted, type Problem } from '../../problem.ts';
import { unreadable } from './feed-record.ts';
import type { XmlElement } from './xml-element.ts';

const ERROR_NAMES = [
  'error',
  'errors',
  'fault',
  'exception',
  'error_description',
  'errorMessage',
  'error_message',
];
const TEXT_NAMES = [
  'message',
  'Message',
  'detail',
  'faultstring',
  'description',
  'title',
  'error',
  'msg',
  'reason',
  'code',
];
/** Names of error messages that do not say `error`. */
const ERROR_MEMBERS =
  /^(?:message|msg|detail|title|type|status|statuscode|code|success|ok|timestamp|path|instance|trace|trace_?id|request_?id|documentation_url|data)$/i;

const ERROR_ELEMENT = /^(?:errors?|fault|exception|problem|errorresponse)$/i;

type Members = Readonly<Record<string, unknown>>;

/** The text of the error that a JSON document reports; undefined if it is none. */
export function serverErrorOf(document: unknown): string | undefined {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return undefined;
  const members = document as Members;
  for (const name of ERROR_NAMES) {
    const text = Object.hasOwn(members, name) ? textOf(members[name], 3) : undefined;
    if (text !== undefined) return textOf(members, 1) ?? text;
  }
  const isMessage = Object.keys(members).every((name) => ERROR_MEMBERS.test(name));
  return isMessage ? textOf(members, 1) : undefined;
}

function textOf(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  if (typeof value !== 'object' || value === null || depth === 0) return undefined;
  if (Array.isArray(value)) return textOf(value[0], depth - 1);
  const members = value as Members;
  const name = TEXT_NAMES.find(
    (text) => Object.hasOwn(members, text) && textOf(members[text], depth - 1) !== undefined,
  );
  return name === undefined ? undefined : textOf(members[name], depth - 1);
}

/** The text of the error that is an XML document; undefined if it is none. */
export function serverErrorOfXml(root: XmlElement): string | undefined {
  if (!ERROR_ELEMENT.test(root.name)) return undefined;
  const said = Object.values(root.toValues())
    .flat()
    .filter((text) => text.trim() !== '');
  return said.length === 0 ? undefined : said.join(', ');
}

/** The Problem of an error message in the place of a feed. */
export function serverError(feed: string, text: string): Problem {
  return unreadable(
    feed,
    `this is an error message, not a feed (got ${quoted(text)}). Check its address and credentials.`,
  );
}
