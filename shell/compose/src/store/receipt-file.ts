/** Where the page of a receipt lies in the store. Not among the version's files, which never change: it says what was live when it was made. */
export const receiptFile = (name: string, version: string) => `receipts/${name}/${version}.html`;
