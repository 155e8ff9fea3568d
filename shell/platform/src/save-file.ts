/**
 * Lets the browser save a file.
 *
 * @param name what the file is called unless the member chooses otherwise
 * @param content a picture, or JSON
 */
export function saveFile(name: string, content: string | Blob): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: 'application/json' }) : content;
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // After the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
