export const sessionsText = {
  title: 'Devices',
  intro: 'Where you are signed in. A device that you revoke is signed out at once.',
  columns: {
    device: 'Device',
    seen: 'Last seen',
    created: 'Signed in',
    actions: '',
  },
  from: (address: string) => `from ${address}`,
  signedInAt: (device: string, at: string) => `${device}, signed in ${at}`,
  thisDevice: 'This device',
  unknownAgent: 'unknown program',
  revoke: 'Revoke',
  revokeOne: (device: string) => `Revoke ${device}`,
  revokeTitle: 'Sign this device out?',
  revokeDetail: (device: string, address: string) =>
    `${device}, from ${address}. It is signed out within two seconds.`,
  revokeVerb: 'Sign it out',
  revoked: 'The device was signed out.',
  none: 'No device',
} as const;
