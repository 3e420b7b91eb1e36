// A conformance case: a query, the literal response that the contract requires, and the contract's row. surface.ts runs
// cases.
import type { Vehicle } from '../../src/api/responses.ts';
import type { ParameterIssue } from '../../src/problem.ts';

export interface Case {
  /** First cell of the contract's table row, or a heading of the contract, without backticks. */
  readonly row: string;
  /** A query string. */
  readonly query: string;
  readonly expect: Found | RejectedQuery;
  /** The rule, as the test's name. */
  readonly reason: string;
  /** Unknown parameters are refused. */
  readonly strict?: true;
}

export interface Found {
  /** The listings of the page, in order, by their names in the stock; a few words, separated by spaces. */
  readonly names: string;
  /** As many as there are names, unless it is said. */
  readonly total?: number;
  /** 1 page if there are names, else 0, unless it is said. */
  readonly pages?: number;
  /** 1 unless it is said. */
  readonly page?: number;
  /** Each listing's distance_km. */
  readonly km?: readonly (number | null)[];
  /** Some members of each listing. */
  readonly cars?: readonly Partial<Vehicle>[];
  /** The member `results`, as JSON with its keys in order. */
  readonly exactly?: string;
  /** Parameters that were ignored or are probably not meant, with what was probably meant: `fuel (fuel_type)`, `year_min (2018)`. */
  readonly ignored?: readonly string[];
}

export interface RejectedQuery {
  readonly issues: readonly ExpectedIssue[];
}

interface ExpectedIssue extends Pick<ParameterIssue, 'parameter' | 'code' | 'allowed'> {
  /** Expected not to be there, where it is not said. */
  readonly suggestion?: string;
}

export function finds(names: string, more: Omit<Found, 'names'> = {}): Found {
  return { names, ...more };
}

export function rejects(parameter: string, code: ParameterIssue['code'], suggestion?: string): RejectedQuery {
  return { issues: [{ parameter, code, ...(suggestion !== undefined && { suggestion }) }] };
}

/** The cases of one row. */
export function row(cell: string, ...cases: readonly Omit<Case, 'row'>[]): Case[] {
  return cases.map((one) => ({ row: cell, ...one }));
}
