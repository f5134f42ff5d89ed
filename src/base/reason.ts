import { Fault } from './fault.ts';

/** The reason in anything that was thrown, as a sentence for an operator. */
export function reasonIn(error: unknown): string {
  if (error instanceof Fault) return error.publicMessage;
  return error instanceof Error ? (explainFile(error) ?? error.message) : String(error);
}

/** Sentences for errors of the file system, by their code. */
const FILE_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is a file',
  EACCES: 'the system does not allow it',
  EPERM: 'the system does not allow it',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
};

/** A sentence for an error of the file system; `undefined`: it is none. Errors of reading do not name their file. */
function explainFile({ code = '', path }: NodeJS.ErrnoException): string | undefined {
  const why = FILE_ERRORS[code];
  if (why === undefined) return undefined;
  return `${path ?? 'A file'} can not be read or written: ${why}.`;
}
