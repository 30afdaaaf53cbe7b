import { describe, expect, it } from '@jest/globals';
import { receiverLookOf, receiverStates } from './receiver-look.js';

describe('how a receiver looks', () => {
  it('is red only where the service gave it up', () => {
    expect(receiverStates.map((state) => receiverLookOf(state, null).sign)).not.toContain('error');
    expect(receiverLookOf('deactivated', 'GONE')).toEqual({ sign: 'error', word: 'Off' });
    expect(receiverLookOf('deactivated', null).sign).toBe('cancelled');
  });

  it('is amber while the last attempt failed: the next one is sent', () => {
    expect(receiverLookOf('failing', null)).toEqual({ sign: 'retrying', word: 'Degraded' });
  });
});
