/** Path of a receipt's page in the store: outside of the immutable version, because it describes what was live at the time. */
export const receiptFile = (name: string, version: string) => `receipts/${name}/${version}.html`;
