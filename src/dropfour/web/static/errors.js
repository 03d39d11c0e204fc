// What cannot be had, and why, in words.

export class ApiError extends Error {
  constructor({ code, message, faults }) {
    super(faults?.length ? faults.join("; ") : message);
    this.code = code;
  }
}
