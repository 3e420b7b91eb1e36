// Whether a process lives, by its number in this PID namespace.

/** Whether there is a process of that number, of any user. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Any other error than "no such process" means that there is one, of another user.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
