export default async function globalTeardown() {
  const started = globalThis.journeyService;
  if (started === undefined) return;
  await started.login.close();
  await started.service.stop();
}
