import { CopyCurl } from '../../src/parts/copy-curl/copy-curl.js';
import { Button } from '../../src/ui/button.js';
import { ButtonGroup } from '../../src/ui/button-group.js';
import { buttonLook } from '../../src/ui/button-base.js';
import { CopyButton } from '../../src/ui/copy-button.js';
import { Ellipsis, Play, RotateCw, Trash2 } from '../../src/ui/icon.js';
import { IconButton } from '../../src/ui/icon-button.js';
import { Segment } from '../../src/ui/segment.js';
import { Row, Section } from '../section.js';

const tones = ['default', 'primary', 'ghost', 'danger', 'danger-filled'] as const;
const zones = [
  { id: 'mine', label: 'Mine' },
  { id: 'utc', label: 'UTC' },
];

export function Buttons() {
  return (
    <Section title="Buttons">
      <Row>
        <Button tone="primary">Deploy</Button>
        <Button>Run draft</Button>
        <Button tone="ghost">Discard</Button>
        <Button tone="danger" icon={Trash2}>
          Delete
        </Button>
        <IconButton icon={Ellipsis} label="More" />
        <Segment label="Zone" choices={zones} chosen="mine" onChoose={() => undefined} />
      </Row>
      <Row>
        {tones.map((tone) => (
          <Button key={tone} tone={tone} size="large" icon={Play}>
            {tone}
          </Button>
        ))}
      </Row>
      <Row>
        {tones.map((tone) => (
          <Button key={tone} tone={tone} disabledReason="Only an owner may do this.">
            {`${tone} refused`}
          </Button>
        ))}
        <Button isDisabled>Disabled</Button>
      </Row>
      <Row>
        <Button isPending>Running</Button>
        <Button tone="primary" isPending>
          Deploying
        </Button>
        <Button isPressed>Errors only</Button>
        <Button isPressed={false}>Errors only</Button>
        <Button hasMenu>Rerun</Button>
        <Button tone="primary" keys="Ctrl Enter">
          Run
        </Button>
        <Button keys="e" icon={RotateCw} isCompact>
          Rerun from here
        </Button>
        <a href="#parts" {...buttonLook()}>
          A link
        </a>
      </Row>
      <Row>
        <ButtonGroup label="Zoom">
          <IconButton icon={RotateCw} label="Fit" keys="0" />
          <Button>100 %</Button>
          <Button isPressed>Tidy</Button>
        </ButtonGroup>
        <IconButton icon={Trash2} label="Delete" size="large" tone="danger" />
        <IconButton icon={Play} label="Run" isPending />
        <IconButton icon={Play} label="Run" disabledReason="There is nothing to run." />
        <CopyCurl call={{ method: 'POST', url: '/api/v1/logs', body: { limit: 10 } }} hasText />
        <CopyButton text="id" label="Copy the id" tone="ghost" />
      </Row>
    </Section>
  );
}
