export const canvasEditText = {
  keysHelp:
    'Arrows follow the edges, with Shift they select what leads there or follows. ' +
    'Space selects, Enter opens the settings, Escape comes back. ' +
    'A adds a block after this one, I inserts one before, C connects it, D disconnects it, ' +
    'M moves it into a body, F2 renames it, Delete removes it. ' +
    'Ctrl D duplicates, Ctrl C copies, Ctrl V pastes. Shift T tidies. ' +
    '1 shows at full size, 0 shows all, plus and minus zoom.',
  fits: 'Fits here',
  wasHere: 'was here',
  onError: 'on error',
  pinned: 'Pinned',
  problem: (text: string) => `Problem: ${text}`,
  added: 'Added',
  changed: (count: number) => (count > 1 ? `Changed ${count}` : 'Changed'),
  moved: 'Moved',
  removed: 'Removed',
} as const;
