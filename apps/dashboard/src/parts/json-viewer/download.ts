/** Saves a text or a file on the person's machine. The page's policy lets no link load it. */
export function downloadText(text: string, fileName: string): void {
  download(new Blob([text], { type: 'application/json' }), fileName);
}

export function downloadBase64(base64: string, fileName: string): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  // Never its own type: a browser would open what it knows, with this page's rights.
  download(new Blob([bytes], { type: 'application/octet-stream' }), fileName);
}

function download(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
