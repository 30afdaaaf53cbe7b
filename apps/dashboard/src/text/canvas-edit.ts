export const canvasEditText = {
  keysHelp:
    'Arrows follow the edges, with Shift they select what leads there or follows. Enter selects. ' +
    'A adds a block after this one, C connects it, F2 renames it, Delete removes it. ' +
    'Ctrl D duplicates, Ctrl C copies, Ctrl V pastes. Shift T tidies. ' +
    '1 shows at full size, 0 shows all, plus and minus zoom.',
  fits: 'Fits here',
  wasHere: 'was here',
  pinned: 'Pinned',
  problem: (text: string) => `Problem: ${text}`,
  added: 'Added',
  changed: (count: number) => (count > 1 ? `Changed ${count}` : 'Changed'),
  moved: 'Moved',
  removed: 'Removed',
} as const;
