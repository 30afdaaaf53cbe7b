export default async function globalTeardown(): Promise<void> {
  await globalThis.flowledgerTestStack?.stop();
  globalThis.flowledgerTestStack = undefined;
}
