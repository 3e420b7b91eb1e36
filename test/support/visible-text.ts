// The texts of an HTML page in their order, one space between them; characters that HTML escapes stay so.
export function visibleText(page: string): string {
  return page.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
}
