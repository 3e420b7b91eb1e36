// All that the cards show, as elements: see element.ts.
import { button, h, type Child } from '../../element.ts';
import { carList } from './car-list.ts';
import { carSheets } from './car-sheets.ts';
import { comparisonTable } from './comparison-table.ts';
import type { CardsModel } from './cards-model.ts';

export function cards(model: CardsModel): Child {
  const { behind, notice } = model;
  return [
    h('p', { id: 'notice', class: notice === '' ? 'unseen' : 'notice', role: 'status' }, notice),
    behind === undefined ? null : h('p', { class: 'back' }, button('‹ All results', { 'data-do': 'back' })),
    body(model),
  ];
}

function body(model: CardsModel): Child {
  const { shown } = model;
  switch (shown?.kind) {
    case undefined:
      return h('p', { class: 'waiting' }, 'Looking for cars…');
    case 'list':
      return carList(shown, model);
    case 'sheets':
      return carSheets(shown, model);
    case 'comparison':
      return comparisonTable(shown, model);
    case 'message':
      return h('p', { class: 'message' }, shown.text);
  }
}
