import { useState } from 'react';
import { JsonViewer } from '../../src/parts/json-viewer/json-viewer.js';
import { Button } from '../../src/ui/button.js';
import { Row, Section } from '../section.js';

const failed = `{"status":402,"body":{"error":{"type":"card_error","code":"insufficient_funds","charge":"ch_3Qk9x2"}}}`;
const request = `{
  "method": "POST",
  "headers": { "authorization": "***" },
  "id": 9007199254740993,
  "rate": 1.10,
  "scan": {
    "name": "scan.png",
    "contentType": "image/png",
    "base64": "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC"
  },
  "note": "${'A long text that does not fit into its line. '.repeat(8)}",
  "lines": [${Array.from({ length: 300 }, (_, index) => `{"sku": "A-${index}"}`).join(', ')}]
}`;
const many = JSON.stringify(
  Array.from({ length: 12_000 }, (_, id) => ({ id, name: `Order ${id}`, tags: ['a', 'b'] })),
);
const large = JSON.stringify(
  Array.from({ length: 20_000 }, (_, id) => ({ id, note: 'A note of some length. '.repeat(3) })),
);

export function Payloads() {
  const [isLarge, setLarge] = useState(false);
  return (
    <Section title="Payloads">
      <JsonViewer title="Output" text={failed} block="charge" fileName="output.json" tone="error" />
      <JsonViewer title="Input" text={request} block="charge" fileName="input.json" />
      <JsonViewer
        title="The beginning of it"
        text={failed.slice(0, 60)}
        fileName="output.json"
        wholeBytes={2_400_000}
      />
      <JsonViewer title="No JSON" text="upstream connect error" fileName="answer.txt" />
      <JsonViewer
        title="Far too large"
        text={isLarge ? ' '.repeat(11 * 1024 * 1024) : '""'}
        fileName="large.json"
      />
      <Row>
        <Button onPress={() => setLarge(true)}>Show large ones</Button>
      </Row>
      {isLarge && (
        <>
          <JsonViewer title="Many" text={many} block="list" fileName="many.json" />
          <JsonViewer title="Long" text={large} block="list" fileName="long.json" />
        </>
      )}
    </Section>
  );
}
