/** Whether a place for files, in a setting or an argument, is an S3 bucket; otherwise it is a folder. */
export const isBucket = (address: string): boolean => address.startsWith('s3://');
