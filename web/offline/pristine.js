/** This document as it was before the program touched it: what a copy of an offline file is written from. */
export const pristine = document.documentElement.cloneNode(true);
