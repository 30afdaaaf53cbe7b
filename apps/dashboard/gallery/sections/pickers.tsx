import type { AddPlace } from '../../src/core/add-block/add-place.js';
import { offersAt } from '../../src/core/add-block/offers.js';
import { AddBlockButton, BlockPalette } from '../../src/parts/block-picker/block-palette.js';
import { BlockPicker } from '../../src/parts/block-picker/block-picker.js';
import { blockTypeSamples } from '../block-type-samples.js';
import { canvasSamples } from '../canvas-samples.js';
import { Row, Section } from '../section.js';

const [, intake] = canvasSamples;
const definition = intake?.definition ?? { blocks: [], edges: [] };
const offers = (place: AddPlace, of = definition) => offersAt(of, blockTypeSamples, place);
const after: AddPlace = { kind: 'after', from: 'risk', isBranch: false };
const none = (): void => undefined;

export function Pickers() {
  return (
    <Section title="Adding blocks" isWide>
      <Row isLoose>
        <BlockPalette offers={offers({ kind: 'alone' })} onAdd={none} onOpen={none} />
        <BlockPicker
          offers={offers(after)}
          place="after"
          placeName="Assess fraud risk"
          onAdd={none}
          onClose={none}
        />
        <BlockPicker
          offers={offers({ kind: 'alone' })}
          firstQuery="ask"
          place="alone"
          onAdd={none}
          onClose={none}
        />
        <BlockPicker
          offers={offers({ kind: 'alone' }, { blocks: [], edges: [] })}
          firstQuery="nothing of the kind"
          place="alone"
          onAdd={none}
          onClose={none}
        />
        <AddBlockButton onOpen={none} />
      </Row>
    </Section>
  );
}
