// Reads the site's data files.

/** Reads a JSON file of the site. */
export async function readJson(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname.split('/').pop()} is not there (${response.status})`);
  return response.json();
}
