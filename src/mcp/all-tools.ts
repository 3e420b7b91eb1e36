// The tools, in the order in which they are listed. Adding one is adding its entry.
import { INTERPRET_TOOL } from './interpret-tool.ts';
import { SEARCH_TOOL } from './search-tool.ts';
import { SUMMARY_TOOL } from './summary-tool.ts';
import type { Tool } from './tool.ts';

export const TOOLS: readonly Tool[] = [SEARCH_TOOL, SUMMARY_TOOL, INTERPRET_TOOL];
