/**
 * A person at a page, by what it shows. Each call but `reads` and `sees` is one action. Beside the
 * time the machine took, `pace()` is what a person needs for them, by the keystroke-level model of
 * Card, Moran and Newell: 1.35 s to think, 1.1 s to point, 0.2 s to press, 0.28 s to type a
 * character, 0.5 s to paste.
 */
const think = 1.35;
const [point, press, character, paste] = [1.1, 0.2, 0.28, 0.5];

export function personAt(page) {
  const actions = [];
  let paceSeconds = 0;
  const did = async (text, seconds, act) => {
    const done = await act();
    actions.push(text);
    paceSeconds += think + seconds;
    return done;
  };
  const byName = (role, name, inside = page) =>
    inside.getByRole(role, { name, exact: typeof name === 'string' }).first();
  return {
    actions,
    pace: () => paceSeconds,
    /** How far the person is. */
    mark: () => ({
      actions: actions.length,
      pace: paceSeconds,
      machine: performance.now() / 1_000,
    }),
    open: (link) => did('opens the address', paste, () => page.goto(link)),
    click: (role, name, inside) =>
      did(`clicks the ${role} ${String(name)}`, point + press, () =>
        byName(role, name, inside).click(),
      ),
    clickText: (text) =>
      did(`clicks ${text}`, point + press, () =>
        page.getByText(text, { exact: true }).first().click(),
      ),
    /** Where something is drawn that has no name of its own. */
    clickAt: (what, at) => did(`clicks ${what}`, point + press, () => page.mouse.click(at.x, at.y)),
    fill: (role, name, text) =>
      did(`types ${text} into ${String(name)}`, point + press + character * text.length, () =>
        byName(role, name).fill(text),
      ),
    paste: (role, name, text) =>
      did(`pastes into ${String(name)}`, point + press + paste, () =>
        byName(role, name).fill(text),
      ),
    /** Into a field that becomes an editor when it is pressed. */
    write: (role, name, text) =>
      did(
        `writes ${text} into ${String(name)}`,
        point + press + character * text.length,
        async () => {
          await byName(role, name).click();
          await page.locator('[contenteditable=true]:focus').waitFor();
          await page.keyboard.insertText(text);
        },
      ),
    /** Into what has the focus. */
    types: (text) => did(`types ${text}`, character * text.length, () => page.keyboard.type(text)),
    press: (key) => did(`presses ${key}`, press, () => page.keyboard.press(key)),
    /** What happens outside of the page: a command in a terminal, a secret in a receiver. */
    outside: (text, act) => did(text, point + paste + press, act),
    sees: (text) => page.getByText(text).first().waitFor(),
    reads: async (text) => {
      const found = page.getByText(text).first();
      await found.waitFor();
      return (await found.textContent()) ?? '';
    },
  };
}
