// The public interface: what programs import as `forecourt/client`.
export {
  ForecourtClient,
  StockChangedError,
  type CallOptions,
  type ChangesOptions,
  type ClientOptions,
  type Interpretation,
  type InterpretOptions,
  type LookedUp,
  type MapCells,
  type MapParameters,
  type Page,
  type PagesOptions,
  type SearchParameters,
  type Summary,
  type SummaryParameters,
} from './client.ts';
export { responseOf, type Correction, type IgnoredParameter, type ResponseInfo } from './response-info.ts';
export { CursorExpiredProblem, ForecourtProblem } from './forecourt-problem.ts';
export type { Change, ChangePage } from './streams.ts';
export type { ExportedListing, ExportEnd, ExportLine } from './streams.ts';
export type {
  ParameterIssue,
  ParameterName,
  ProblemCode,
  Distribution,
  ValueCounts,
  Vehicle,
} from '../api/openapi-types.ts';
