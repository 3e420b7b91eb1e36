// Words of conversation, which ask for nothing: greetings, thanks, relatives, feelings, days, hopes and haste. Adverts have
// them too (`please call us today`), so a search for them would find the wrong cars. A word that can describe a car is not here.

/** Phrases of several words. */
export const SMALL_TALK_PHRASES =
  'trade in, trade ins, in mind, been reading about, reading about, reading up on, been reading, failed its mot, failed the mot, failed mot, upgrade to, upgrading to, an upgrade, got written off, was written off, been written off, is written off, in laws, the in ' +
  'laws, my ex, low annual mileage, low yearly mileage, high annual mileage, not many miles a year, dont do many miles, dont ' +
  'drive far, dont drive much, dont drive a lot, dont do a lot of miles, do a lot of miles, do lots of miles, high mileage ' +
  'driver, low mileage driver, low mileage user, lease is up, lease is up on, lease is ending, lease ends, lease has ended, ' +
  'lease is nearly up, pcp is up, pcp ends, pcp is ending, end of lease, coming to the end of, dog friendly, pet friendly, ' +
  'child friendly, family friendly, kid friendly, no longer needed, for years, for ages, lined up, please note, note that, to ' +
  'note, take note, of note, note i, side note, good morning, good afternoon, good evening, good day, hope youre well, hope you ' +
  'are well, hope you can help, how are you, how are you doing, hows it going, whats up, nice to meet you, kind regards, best ' +
  'regards, warm regards, many thanks, thanks in advance, thanks a lot, thanks a million, thank you so much, much appreciated, ' +
  'best wishes, all the best, yours sincerely, yours faithfully, to whom it may concern, dear sir, dear sir or madam, dear ' +
  'sirs, sir or madam, what have you got, what you got, what do you have, have you got any, got any, any chance of, any chance, ' +
  'any ideas, any suggestions, any recommendations, any advice, knocking about, kicking about, knocking around, kicking around, ' +
  'lying around, in the way of, along the lines of, in stock, on offer, up for grabs, going spare, as soon as possible, as soon ' +
  'as, in a hurry, in a rush, right now, right away, straight away, at the moment, at the minute, these days, at some point, at ' +
  'short notice, in need of, in search of, after something, on the hunt for, on the search for, keen on, keen to, fond of, mad ' +
  'about, crazy about, in love with, fell in love with, fallen in love with, sick of, tired of, fed up, fed up of, fed up with, ' +
  'bored of, sick and tired of, cant wait, cannot wait, no rush, no hurry, no time wasters, no timewasters, treat myself, ' +
  'treating myself, treat for, treat for myself, birthday present, christmas present, anniversary present, wedding present, ' +
  'graduation present, retirement present, broke down, broken down, breaks down, breaking down, gave up, packed up, written ' +
  'off, wrote off, write off my, blew up, conked out, on its last legs, saved up, put aside, set aside, to play with, to hand, ' +
  'in the bank, in cash, cash waiting, cash ready, cash buyer, ready to buy, ready to go, would pay more, would pay more for ' +
  'the right one, pay more for the right one, will pay more for the right one, happy to pay more, willing to pay, happy to pay, ' +
  'prepared to pay, able to pay, looking to pay, hoping to pay, looking to spend, can stretch to, could stretch to, stretch to, ' +
  'can go to, could go to, can go up to, could go up to, can afford, could afford, can spend, could spend, money no object, ' +
  'money is no object, moneys no object, price no object, whatever it costs, right one, the right car, for the right car, give ' +
  'or take, or thereabouts, or so, got my eye on, set my heart on, heart set on, had my eye on, passed my test, passed her ' +
  'test, passed his test, passed their test, passed my driving test, just passed, newly passed, learning to drive, driving ' +
  'test, driving lessons, driving licence, driving license, full licence, provisional licence, black box insurance, no claims, ' +
  'no claims bonus, baby on the way, on the way, on its way, expecting a baby, having a baby, have a baby, new baby, new born, ' +
  'car seat, car seats, child seat, child seats, booster seat, baby seat, new job, first job, starting a job, starting work, ' +
  'starting uni, starting university, starting college, off to uni, going to uni, company car allowance, car allowance, getting ' +
  'married, just married, just moved, moving house, moved house, just retired, about to retire, wheelchair in the boot, golf ' +
  'clubs, set of golf clubs, bad back, bad knee, bad hip, long legs, six footer, over six foot, not very tall, or similar, or ' +
  'something similar, or something like that, something like, something like a, similar to, similar to a, and so on, that sort ' +
  'of thing, that kind of thing, or equivalent, and the like, or anything like that, et cetera, you name it, to be honest, to ' +
  'be fair, if possible, if at all possible, where possible, if you have one, if you have any, if you can, if its not too much ' +
  'trouble, when you can, by any chance, so to speak, as it were, at all, of course, in fact, as well, as such, in general, in ' +
  'particular, by the way, first of all, last of all, above all, after all, more or less, sooner the better, sooner rather than ' +
  'later, the better, the sooner the better, the more the better, point me towards, point me to, point me at, point me in the ' +
  'direction of, let me know, let me see, keep me posted, get back to me, give me a call, give me a ring, call me, text me, ' +
  'email me, drop me a line, do me a favour, help me out, sort me out, sort me out with, hook me up, hook me up with, bring up, ' +
  'pull up, come up with, look out for, looking out for, do you happen to have, happen to have, is there, are there, is there ' +
  'any, are there any, would you have, would you be able to, be able to, able to, used to, get rid of, next week, next weekend, ' +
  'next month, next year, last week, last month, last year, this week, this weekend, this month, this year, the weekend, end of ' +
  'the month, end of the week, by the end of, the other day, other day, day to day, every day, day out, days out, once a week, ' +
  'twice a week, date night, road trip, road trips, long distance, long distances, long journeys, short journeys, short trips, ' +
  'long trips, motorway driving, motorway miles, town driving, city driving, driving around town, around town, round town, ' +
  'pootling about, pootle about, get about, getting about, get around, getting around, get from a to b, getting from a to b, ' +
  'from a to b, a to b, gets me from a to b, get me from a to b, point a to point b, gets me around, for work, to work, to and ' +
  'from work, from work, back and forth, for fun, for the family, my family, our family, big family, large family, growing ' +
  'family, young family, the family, family and friends, family of two, family of three, family of four, family of five, family ' +
  'of six, family of seven, family of 2, family of 3, family of 4, family of 5, family of 6, family of 7, family of 8, small ' +
  'dog, big dog, large dog, large dogs, big dogs, small kids, young kids, small children, young children, little one, little ' +
  'ones, the dog, the dogs, the kids, my own car, my own, of my own, what i want, what im after, what i need, all i want, all i ' +
  'need, that goes, that works, that runs, that starts, that drives, nothing fancy, nothing special, nothing else, something ' +
  'cheaper, something else, something different, something bigger, something smaller, something newer, something better, doesnt ' +
  'need to be, does not need to be, doesnt have to be, does not have to be, dont know much about cars, dont know anything about ' +
  'cars, know nothing about cars, not sure, not really sure, im not sure, not too sure, dont know, do not know, no idea, no ' +
  'clue, havent decided, not decided, not too bothered, not too fussed, why not, not yet, not long, not long ago, not now, not ' +
  'only, not just, not least, not necessarily, not really, not that, no problem, no worries, no thanks, no thank you, no ' +
  'pressure, no matter, no longer'; // prettier-ignore

/** Single words. */
export const SMALL_TALK_WORDS =
  'ability able absolute absolutely accept according account actual actually adieu adore adores advance advice advise afford ' +
  'afraid afternoons again against ago agree ah aha ahead ahoy ain airport alas allo allow allowed allowing allows aloha alone ' +
  'along already alright altogether always amazed amazing amid among amongst amount angry ankle annoyed annoying another answer ' +
  'anybody anyhow anymore anyone anytime anyway apart apartment apiece apologies apologise apologising apology apparently ' +
  'appeal appealing appeals appreciate appreciated appreciation apprentice apprenticeship april arent arrive arrives arriving ' +
  'arthritis aside ask asked asking asks asleep assistant attached august aunt auntie aunty autumn awake away awesome awful ' +
  'babe babies baby bae bairn bairns bank bargaining barter basically basis beach bear bearing became because become before ' +
  'began begin being believe besides bestest bestie bet betting between bf bigger biggish bill bills bin binned birthday blah ' +
  'bless bloke blonde bloody bonjour bonus bonuses bored boring born borrow boss both bother bothered bothering bothers bought ' +
  'boy boyfriend boys break breakup brilliant bring bringing brings bro broadly broken brother brothers bruh bruv btw ' +
  'buddy budgeted budgets buggies buggy builder built business businesses busy buyer buyers buys bye calling calls came cannot ' +
  'cant care cared careful carer case cash cashed cause certain certainly chance chances change changed changing chap chaps ' +
  'cheaper cheeky cheered cheerio cheerz chick chief child childminder china choice choose choosing chose christmas chuffed ' +
  'chum church clapped clearly clever client clients clue collect collecting college coming commission commutes companion ' +
  'company compared comparing complain complete completely concern concerned concerns confess confident confirm confused ' +
  'congratulations consider consideration contact context continue convenient cope copes correct cos cost couldnt couple ' +
  'courier course cousin cousins crap crash crashed crazy create cries cry crying cuppa curious customer customers cute cuz cya ' +
  'cycling daddy daddys damned danger darlin darling dat date day days dead deal deals dear dearly death debating december ' +
  'decide decided deciding decision decorator definite definitely deliver delivered dem dentist depend depending depends ' +
  'describe deserve desire desired desperate desperately desperation despite details didnt die died dies different difficult ' +
  'dis disappointed disaster discover discuss ditch ditched divorce divorced dodgy doggo done donkeys dont doubt doubtful drag ' +
  'dream dreaming dreams dreamt drive driver drivers drives driveway driving dropped dropping drops drove drum drums dude due ' +
  'duh dunno during duties duty dying eager early earn earning easily easy eat eating effort eh elderly eldest electrician ello ' +
  'else elsewhere email emails embarrassed embarrassing emergency end ended ends enjoy enjoyed enjoying enjoys enough ' +
  'enquire enquiries enquiring enquiry ensure entirely errand errands especially essentially eve even evenin event eventually ' +
  'ever every everybody everyday everyone everything everywhere exact exactly excited exciting excuse exes exhausted exists ' +
  'expect expecting experience experienced explain explained extremely eye eyes fab fabulous face facing fact failed failing ' +
  'fails failure fair fairly fallback fallen falling falls false fam families famously fancied fancies fancy fancying fanks ' +
  'fantastic far farm farmer faster fave favorite favour favourite fear february fed feel feeling feelings feels fell fella ' +
  'fellas few fiance fiancee figure figured figures fill filled final finally financing fine finish finished fishing fits ' +
  'fitting fiver fix fixing flat folks followed following follows food fool footwell forever forget forgetting forgive forgot ' +
  'forgotten fortnight fortnightly fortnights forward forwards found frankly freak free freshly friday fridays friends ' +
  'frustrated frustrating fully funds funny further furthermore future fyi gaffer gal gals game garden gave gd geezer gentleman ' +
  'gentlemen genuine genuinely gf giant girl girlfriend girls given giving glad gladly god goes gone gonna goodbye goodness ' +
  'gorgeous gorgeously gosh gotta gov gr8 grab grad graduate graduated graduating graduation gran grandad grandchild ' +
  'grandchildren granddad granddaughter grandfather grandkid grandkids grandma grandmother grandpa grandparent grandparents ' +
  'grandson grandsons granny grateful gratefully greetings grew greyhound groceries grow growing grown guarantee guess guessing ' +
  'guidance guide guided guitar gutted guvnor guy guys gym ha haggle haggling haha hahaha hang hankering happen happened ' +
  'happening happens happily happy hardly hasnt hassle hated havent head headache heading health hear heard hearing hears heart ' +
  'heartbroken heaven heck hectic hed hell helped helpful helping helps hence heres hes hesitate heya heyo hiking him himself ' +
  'hint hip hips hire hit hobbies hobby hold holding holds holiday holidays hols home homework honest honestly honey hooray ' +
  'hope hoped hopeful hopefully hopeless hopes horrible hospital host hour hours house housemate howdy however hows hubby ' +
  'hugely huh humble hun hungry hurried hurry hurts hype idea ideal ideas idiot ignore ill illness imagine immediate ' +
  'immediately imo important impossible impress impressed improve incase including income incredible incredibly indecisive ' +
  'indeed inform information informed inherited initial initially innit inside inspired instantly instead instructor ' +
  'instruments insured insuring intend intending interests into intro introduce invest investing investment invite ireland ' +
  'irritated isnt issue itching itchy itd itll itself january jealous job jobs join joke joking journey journeys joy judge ' +
  'judging july june justify keen keep keeping keeps kept kid kiddies kidding kill killer kinda kindest kindly knackered knees ' +
  'knew knock knowing known knows labrador labradors lacking lad laddie ladies lads largely largish lass lassie last lasted ' +
  'lasts late lately later laugh laughing laws lazy lead leads leaning learn learned learning learnt least leave leaving left ' +
  'legally legs lend less lesser lesson lessons let lets lie lied lifelong lifetime lifts liked likely likes lined lists ' +
  'literally lived lives loads loan local locally locate locating lol lonely longed longer longing longterm looked lookin lookn ' +
  'lookng looks lord lose losing loss lost lottery lotto loved lovely lover loving lowish luck luckily lucky lump lush luv m8 ' +
  'ma maam mad madam made magic mainly majority man manage managed managing march married marry marvellous massive mates matter ' +
  'matters mature mean means meant meantime meanwhile medical meet meeting men mental mention mentioned merely merry mess ' +
  'message messages met middle middling mightnt mighty minded mine minute minutes miss missed missing missis missus mistake ' +
  'mistakes mister mo mom moment moments mommy monday mondays money month monthly months mood moody more mornin mortgage mostly ' +
  'mothers motorway motorways moved moves moving mr mrs ms mug multiple mummy music na naive name named namely nan nana nanny ' +
  'nans naturally nd nearby nearer nearest necessarily necessary needd needing needless needn needy neeed negotiable negotiate ' +
  'neighbour neighbours nephew nephews nervous nervously nevertheless newish next nicer nicked niece nieces night nightmare ' +
  'nights nipper nippers nobody nod nonetheless nonsense nope normal normally notice noticed november nowadays nowhere nowt ' +
  'numerous nurse nursery nurses obsessed obsession obviously occasion occasional occasionally october odd odds offer offered ' +
  'offering offers office often oi oldish omg ooh oops opinion opinions opportunity opt opted opting order ordered ordering ' +
  'others otherwise ought ourselves outside overall overdue overly overwhelmed owed own owned owning owns owt pa paid pal pals ' +
  'parent parents particular particularly partly passed passenger passengers passes passing passion passionate past patience ' +
  'patient pattern pay payday paying payment payout peace peep peeps pension pensioner pensioners people perfect perfectly perk ' +
  'perks person personal personally pet petal pets phone phoned phoning physio pick picked picking picky piece pity place ' +
  'places plan planet planned planning plans playing pleas pleased pleasure pleeease pleez plenty plez plss plumbing pocket ' +
  'point pointers pointing pointless popped popping positive possess possibility possible posted potential potentially potter ' +
  'pottering powers practically practise practising pram prams prayers preference preferences preferring pregnant prepare ' +
  'prepared presence present presently presumably prettiest previously primarily prior prize prob probably problem problems ' +
  'productive professional project promise promised promotion proper properly proud proven provide provided providing pub pup ' +
  'puppy purely purpose purposes pushchair pushing put puts putting puzzle qualified quest question questions quickly quiet ' +
  'quietly quote quotes rang ranting rarely rather reach read ready real realise realised realistic realistically reason ' +
  'reasonable reasonably reasons recap receive received recently reckon recommend recommendation recommendations recommended ' +
  'redundancy refuse regarding regardless regards regret regular regularly related relative relatives reliability relied relief ' +
  'rely remain remains remember remind rent replacement replied reply require required requirement requirements requires ' +
  'requiring rescue research resist respect respond response responsible rest restrict retire retired retirement retiring ' +
  'retriever return reviews revolve rich rid ridiculous right ring ripped risk risky role room roomier roommate rough routine ' +
  'rubbish rugrats ruined rules run running runs rush rushed rushing sad sadly said sake salary same sanity santa satisfied ' +
  'satisfy saturday saturdays save saved saver saving savings saw say saying says scared scary scene school schools score ' +
  'scotland scrap scrapped seasoned seconds secret seek seeking seem seemed seems seen self selfish sell selling send sending ' +
  'sense sensibly sent separate september serious seriously serves settle settled settling seventies several shake shame shant ' +
  'share sharing shes shift shit shock shocked shocking shop shopped shops shot shouldnt shout showing shows shy siblings sick ' +
  'sigh sights sign significant silly similar simple simpler simply since sincerely single sir sis sister sisters sit sitting ' +
  'situation sixties skiing skills sleep sleepless slight slightly smaller smallish smashed smashing smile sobbing sold ' +
  'solution solve somebody someday somehow someone someones someplace sometime sometimes somewhat somewhere sommat soo sooner ' +
  'sooo sorry sorta sos souls sounds source soz span spaniel speak speaking specific specifically spend spending spends spent ' +
  'spoil spotted spouse spree sprog sprogs spur squad squeeze sry staff stand start started starting starts stated status stay ' +
  'staying steady steep step stepdaughter stepson stick sticking still stolen stop stopped stopping story strain strange stress ' +
  'stressed stressful stretch strictly strike struggling stuck student students studying stuff stumped stupid stylishly subject ' +
  'succeed success such suck sucker sucks suddenly suggest suggestion suggestions suit suitable suits sum summat summers sums ' +
  'sunday sundays superb support supporting suppose supposed sure surely surfing surprise surprised suspect swear sweetheart ' +
  'sweetie switched switching take taken takes taking talk talking talks tall taller task taste tata taxi tbf tbh teach teacher ' +
  'teaching team tearing tears teen teenage teenager teenagers telling tells temporary tempted tempting tends tenner terms ' +
  'terrace terrible terribly terrific terrified test tests text th thankful thankfully thankyou thanx thatd thatll thats theft ' +
  'theirs themselves therefore therell theres theyd theyll theyre theyve thief things thinks thnk thnx tho thoroughly though ' +
  'thought thoughts threw thrilled through throughout throw throwing thrown thru thursday thursdays thus thx tidying tight till ' +
  'time times timewasters tip tips tired title tnks tnx toddle toddler toddlers together tomorrow tonight toodle took topic ' +
  'torn total totally totes tough toward towards town trades tradesman traffic transport travel traveling travelled travelling ' +
  'travels treat treated treating tricks tricky tried tries trip triplets trips trouble true truly trust trusted trusty truth ' +
  'ttfn tuesday tuesdays tuition tune turn turned turning twice twin twins ty typical typically u ugh ugly ultimately unable ' +
  'unaware unbelievable uncle unclear uncles undecided under understand understood unemployed unexpected unfortunately unhappy ' +
  'uni university unless unlikely unlucky unreliable unsure until upcoming update upset upside ur urge urgent urgently urgh ' +
  'urging use useful useless user uses using usual usually utterly vague valentines value various venturing vet vets viewing ' +
  'views visit visiting vital voila volunteer vs wage wages wain wait waited waiting wales walk wander wanna wanne warmest warn ' +
  'wary wasnt waste wasted watch way ways weak wealth weans weather wedding wednesday wednesdays wee weee week weekday weekdays ' +
  'weekend weekends weekly weeks weird welcome went werent wether whatever whatnot whatsoever whenever whens whereas wherever ' +
  'whether while whilst whim whoever whole whos whose whys wicked widely widow widowed willing win winning winters wise wish ' +
  'wished wishes wishing witness wnt woes woman women wonder wondered wonderful wondering wont word words wore worked worker ' +
  'working works world worried worries worry worrying worse worthwhile wouldnt wow wrecked wrong xmas xo xox xx xxx ya yall yay ' +
  'yea yeah yearly yearn yearning yep yer yesterday yet yikes yo yoohoo youll young younger youngest youngster youngsters youre ' +
  'yours yourself yourselves youth yup zillion'; // prettier-ignore
