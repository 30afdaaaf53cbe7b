/** Keys belong to the field. One whose editor is not loaded yet is a textbox, and nothing more. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role=textbox]') !== null);
