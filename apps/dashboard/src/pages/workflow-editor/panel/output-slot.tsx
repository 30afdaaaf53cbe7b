/** What the block answered in the run that is shown. Pins stand around it. */
import { BlockPayload, type BlockPayloadProps } from './block-payload.js';

export type OutputSlotProps = Omit<BlockPayloadProps, 'part'>;

export const OutputSlot = (props: OutputSlotProps) => <BlockPayload {...props} part="output" />;
