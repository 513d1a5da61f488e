/** The document before the program changed it, from which copies of an offline file are written. */
export const pristine = document.documentElement.cloneNode(true);
