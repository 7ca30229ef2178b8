/* Made by: bench/tune rails 3 simple 1500 250 1
 * 45765 moments, 0.5256 for each; a guess has 1.0986. */
#define NEAR_LEAD 0.768F
#define FAR_LEAD 9.052F
static const float weight[] = {
	1.000F,         /* prestige, if it ended now */
	1.110F,         /* share of the contract */
	0.846F,         /* shares of open achievements */
	0.972F,         /* the first four dollars */
	0.216F,         /* the next six */
	0.103F,         /* all beyond */
	0.767F,         /* loans */
	1.095F,         /* the best delivery */
	1.044F,         /* the second */
	1.281F,         /* the third */
	2.187F,         /* all others */
	0.537F,         /* tracks in this turn still */
	-0.636F,        /* cards that will be used */
	0.730F,         /* what they pay */
	0.298F,         /* night shift */
	0.066F,         /* tunnel crew */
	0.262F,         /* bridge crew */
	0.018F,         /* dispatcher */
	1.044F,         /* containers aboard */
	0.526F,         /* tracks in supply */
};
