/** The key of the operator API. Like BOOTSTRAP_API_KEY it must be too long to guess. */
import { z } from 'zod';
import { estimatedBits } from './bootstrap-key.js';

const neededBits = 128;

export const operatorKey = z
  .string()
  .regex(/^flo_[0-9A-Za-z]{20,200}$/, 'must be flo_ and letters or digits')
  .superRefine((key, context) => {
    const bits = estimatedBits(key.slice(4));
    if (bits >= neededBits) return;
    const message = `can be guessed: it has about ${bits} bits, and ${neededBits} are required. Create one: echo "flo_$(openssl rand -hex 32)"`;
    context.addIssue({ code: 'custom', message });
  });
