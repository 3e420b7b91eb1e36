// Vitest runs this file for each test file.
import { afterEach } from 'vitest';
import { cleanUp } from './after-test.ts';

afterEach(cleanUp);
