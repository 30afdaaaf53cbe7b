export const aboutText = {
  title: 'About',
  versions: 'This installation',
  documents: 'Documents',
  api: 'API reference',
  events: 'Kafka topics and events',
  value: 'Value',
  name: 'Name',
} as const;
