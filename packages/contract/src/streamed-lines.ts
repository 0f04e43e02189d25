/** The media type of an answer that arrives line by line. */
export const streamedLines = 'application/x-ndjson';
