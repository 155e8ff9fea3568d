/**
 * Downloads a file.
 *
 * @param name the suggested file name
 * @param content a picture, or JSON
 */
export function saveFile(name: string, content: string | Blob): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: 'application/json' }) : content;
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // After the browser has started reading it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
