// What every command says of a data folder that holds nothing yet.

export function noStockLine(folder: string): string {
  return `There is no stock in ${folder} yet. Import some: forecourt import FILE --data ${folder}`;
}
