// The result of a transaction that is not to be saved.

/** Returned by the work of a transaction: it is rolled back, and its result is this one. */
export class Rollback<Result> {
  readonly result: Result;

  constructor(result: Result) {
    this.result = result;
  }
}
