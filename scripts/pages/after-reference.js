// Runs after Scalar's bundle, in the same script: shows /openapi.json with the block reference.
{
  const place = globalThis.document.getElementById('reference');

  const show = async () => {
    const answer = await globalThis.fetch('/openapi.json');
    if (!answer.ok) throw new Error(`/openapi.json answered ${answer.status}`);
    const document = await answer.json();
    document.info.description += globalThis.blockReference;
    // Scalar appends a path to `/` without removing one of the two slashes.
    document.servers = [{ url: globalThis.location.origin }];
    globalThis.Scalar.createApiReference(place, {
      content: document,
      customFetch: globalThis.fetch,
      // Nothing is loaded from another host, and nothing leads to one.
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      showDeveloperTools: 'never',
      documentDownloadType: 'none',
      metaData: { title: 'Flowledger API' },
      // The tables of the block reference have long words: break few of them, and scroll the rest.
      customCss: `#reference .markdown table { display: block; overflow-x: auto }
        #reference .markdown :is(th, td) { padding: 6px 8px; font-size: 13px; min-width: 5rem }
        #reference .markdown :is(th, td, td code) { word-break: normal; overflow-wrap: anywhere }
        #reference .markdown td:last-child { min-width: 11rem }`,
    });
  };

  show().catch((error) => {
    const message = globalThis.document.createElement('p');
    message.textContent = `The API reference could not be shown: ${error.message}. Reload the page. /openapi.json has the same content.`;
    place.replaceChildren(message);
  });
}
