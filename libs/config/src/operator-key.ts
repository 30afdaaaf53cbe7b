/** The key of the operator API. Like BOOTSTRAP_API_KEY it must be too long to guess. */
import { z } from 'zod';
import { weaknessOfKey } from './bootstrap-key.js';

export const operatorKey = z
  .string()
  .regex(/^flo_[0-9A-Za-z]{20,200}$/, 'must be flo_ and letters or digits')
  .superRefine((key, context) => {
    const message = weaknessOfKey(key);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });
