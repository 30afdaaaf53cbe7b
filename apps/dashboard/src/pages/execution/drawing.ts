import type { ReactNode } from 'react';
import type { Picture } from '../../core/waterfall/picture.js';

/** A picture and the width of the axis that it is drawn on. */
export interface Drawing extends Picture {
  readonly axisPx: number;
}

export const drawn = ({ scale, axisPx }: Drawing) => ({ scale, axisPx });

/** What a row shows. */
export interface RowFace {
  readonly sign: ReactNode;
  readonly name: string;
  readonly tone: 'plain' | 'strong' | 'failed' | 'dim' | 'faint';
  readonly took: string;
  readonly bars: ReactNode;
}
